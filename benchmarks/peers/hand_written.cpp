// The games of the table as one writes them in C++: a table of bytes, one for each sorted list of heaps.
//
// Usage: hand_written GAME HEAPS SIZE, the most heaps and stones in a heap (for Survivor Nim the players and the
// largest pile). It solves the box, holds each position
// against the theorem, and prints how many positions, P-positions and disagreements there are.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

constexpr int MOST = 8;

// Heaps in ascending order, empty ones first.
struct Position {
    int n;
    int heap[MOST];
};

// The lists of n sizes up to m in ascending order, numbered such that every move leads to a smaller number.
struct Box {
    int n, m;
    std::vector<std::uint64_t> number[MOST];

    Box(int n, int m) : n(n), m(m) {
        for (int i = 0; i < n; i++) {
            number[i].assign(m + 2, 0);  // number[i][h] = C(h + i, i + 1)
            for (int h = 1; h <= m + 1; h++)
                number[i][h] = number[i][h - 1] + (i ? number[i - 1][h] : 1);
        }
    }

    std::uint64_t size() const { return number[n - 1][m + 1]; }

    std::uint64_t rank(const Position& at) const {
        std::uint64_t sum = 0;
        for (int i = 0; i < n; i++) sum += number[i][at.heap[i]];
        return sum;
    }

    bool next(Position& at) const {
        for (int i = 0; i < n; i++) {
            if (at.heap[i] < (i + 1 < n ? at.heap[i + 1] : m)) {
                at.heap[i]++;
                std::fill(at.heap, at.heap + i, 0);
                return true;
            }
        }
        return false;
    }
};

// The position with its last heap lowered to t.
Position lowered(const Position& at, int from, int t) {
    Position to = at;
    int i = from;
    for (; i > 0 && to.heap[i - 1] > t; i--) to.heap[i] = to.heap[i - 1];
    to.heap[i] = t;
    return to;
}

int stones(const Position& at, int place) { return place > at.n ? 0 : at.heap[at.n - place]; }

int heaps(const Position& at) {
    int count = 0;
    for (int i = 0; i < at.n; i++) count += at.heap[i] > 0;
    return count;
}

struct Greedy {  // Greedy Nim_2
    static constexpr bool misere = false;

    template <class Leads>
    static bool any(const Position& at, Leads leads) {
        int n = at.n, top = at.heap[n - 1];
        for (int t = 0; t < top; t++)
            if (leads(lowered(at, n - 1, t))) return true;
        if (n > 1 && at.heap[n - 2] == top)
            for (int t = 0; t < top; t++) {
                Position one = lowered(at, n - 1, t);
                for (int u = 0; u <= t; u++)
                    if (leads(lowered(one, n - 1, u))) return true;
            }
        return false;
    }

    static bool theorem(const Position& at) {
        int count = heaps(at), c = stones(at, 1), b = stones(at, 2), a = stones(at, 3);
        if (count < 2) return count == 0;
        if (count == 2) return b % 2 == 1 && c == b + 1;
        if (a == 1) {
            int r = count % 3;
            if (c == 1) return r == 0;
            if (b == 1 && c == 2) return r >= 2;
            return c == b + 1 && (r == 1) == (b % 2 == 0);
        }
        int effective = 0;
        for (int i = 0; i < at.n; i++) effective += at.heap[i] >= a;
        int r = effective % 3;
        if (c == b + 1 && (b - a) % 2 == 0) return !((r == 1 && a == b) || r == 2);
        return (r == 1 && a == b && b == c) || (r == 2 && c == b + 1);
    }
};

struct Bounded {  // misere 3-Bounded Greedy Nim
    static constexpr bool misere = true;
    static constexpr int k = 3;

    template <class Leads>
    static bool any(const Position& at, Leads leads) {
        int n = at.n, top = at.heap[n - 1];
        for (int t = top - 1; t >= 0 && t >= top - k; t--)
            if (leads(lowered(at, n - 1, t))) return true;
        return false;
    }

    static bool theorem(const Position& at) {
        int x = stones(at, 1), y = stones(at, 2), z = stones(at, 3), beta = 0;
        if (z > 0)
            for (int place = 3; place <= at.n; place++) beta += stones(at, place) == z;
        int r12 = (x - y) % (k + 1), r23 = (y - z) % (k + 1), r2 = y % (k + 1);
        bool even = beta % 2 == 0;
        if (z <= 1) {
            if (!even) return r12 == 0;
            return (r12 == k && r2 == 1) || (r12 == 0 && r2 != 0 && r2 != 1) || (r12 == 1 && r2 == 0);
        }
        if (even) return r12 == 0;
        return (r12 == k && r23 == 0) || (r12 == 0 && r23 != 0 && r23 != k) || (r12 == 1 && r23 == k);
    }
};

struct Moore {  // Moore's Nim_2
    static constexpr bool misere = false;

    template <class Leads>
    static bool any(const Position& at, Leads leads) {
        for (int i = at.n - 1; i >= 0 && at.heap[i]; i--)
            for (int t = 0; t < at.heap[i]; t++) {
                Position one = lowered(at, i, t);
                if (leads(one)) return true;
                for (int j = i - 1; j >= 0 && at.heap[j]; j--) {
                    // heap j of `at` has moved up by one place if t was put below it
                    int now = j + (at.heap[j] > t ? 1 : 0);
                    for (int u = 0; u < at.heap[j]; u++)
                        if (leads(lowered(one, now, u))) return true;
                }
            }
        return false;
    }

    static bool theorem(const Position& at) {
        for (int bit = 1; bit <= at.heap[at.n - 1]; bit *= 2) {
            int ones = 0;
            for (int i = 0; i < at.n; i++) ones += (at.heap[i] & bit) != 0;
            if (ones % 3) return false;
        }
        return true;
    }
};

struct Wythoff {
    static constexpr bool misere = false;

    template <class Leads>
    static bool any(const Position& at, Leads leads) {
        int x = at.heap[0], y = at.heap[1];
        for (int d = 1; d <= y; d++) {
            if (leads(lowered(at, 1, y - d))) return true;
            if (d > x) continue;
            Position to = at;
            to.heap[0] -= d;
            if (leads(to)) return true;
            to.heap[1] -= d;
            if (leads(to)) return true;
        }
        return false;
    }

    static bool theorem(const Position& at) {  // x = floor(phi * n), where n = y - x
        std::int64_t x = at.heap[0], n = at.heap[1] - at.heap[0];
        return x * x - x * n - n * n <= 0 && (x + 1) * (x + 1) - (x + 1) * n - n * n > 0;
    }
};

template <class Game>
int solve(int n, int m) {
    Box box(n, m);
    std::vector<std::uint8_t> is_p(box.size());
    Position at{n, {}};
    std::uint64_t positions = 0, p = 0, wrong = 0;
    do {
        bool terminal = at.heap[n - 1] == 0;
        bool found = terminal ? !Game::misere
                              : !Game::any(at, [&](const Position& to) { return is_p[box.rank(to)] != 0; });
        is_p[positions++] = found;
        p += found;
        wrong += found != Game::theorem(at);
    } while (box.next(at));
    std::printf("%llu positions, %llu P-positions, %llu disagreements\n", (unsigned long long)positions,
                (unsigned long long)p, (unsigned long long)wrong);
    return wrong > 0;
}

// Survivor Nim with n+1 players against n, who take 1 or 2 counters from one pile; alliance 1 starts. Whoever takes
// the last counter loses.
int survivor(int players, int size) {
    int n = players / 2;
    auto first = [&](int player) { return player <= n; };
    std::vector<std::uint8_t> won((std::uint64_t)(size + 1) * players);  // by alliance 1
    std::uint64_t lost = 0, wrong = 0;
    for (int pile = 0; pile <= size; pile++)
        for (int player = 0; player < players; player++) {
            int next = player + 1 < players ? player + 1 : 0, before = (player ? player : players) - 1;
            bool wins = false;
            if (!pile) {
                wins = !first(before);
            } else {
                wins = won[(std::uint64_t)(pile - 1) * players + next] == first(player);
                if (!wins && pile > 1) wins = won[(std::uint64_t)(pile - 2) * players + next] == first(player);
                wins = wins == first(player);
            }
            won[(std::uint64_t)pile * players + player] = wins;
            lost += !wins;
            if (player == 0 && pile) {  // Theorem 8
                bool loses = false;
                for (int j = 1; j <= n + 1 && !loses; j++)
                    loses = (j - 1) * (3 * n + 2) < pile && pile <= j * (n + 1) + (j - 1) * 2 * n;
                wrong += wins == loses;
            }
        }
    std::printf("%llu positions, %llu lost by alliance 1, %llu disagreements\n", (unsigned long long)won.size(),
                (unsigned long long)lost, (unsigned long long)wrong);
    return wrong > 0;
}

int main(int count, char** given) {
    if (count != 4) return 2;
    int n = std::atoi(given[2]), m = std::atoi(given[3]);
    if (n < 1 || n > MOST || m < 1) return 2;
    if (!std::strcmp(given[1], "survivor") && n % 2) return survivor(n, m);
    if (!std::strcmp(given[1], "greedy")) return solve<Greedy>(n, m);
    if (!std::strcmp(given[1], "bounded")) return solve<Bounded>(n, m);
    if (!std::strcmp(given[1], "moore")) return solve<Moore>(n, m);
    if (!std::strcmp(given[1], "wythoff") && n == 2) return solve<Wythoff>(n, m);
    return 2;
}
