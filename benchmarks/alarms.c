/* Alarms of the clock as alarms of the processor time of the process: for coqc's `timeout` on a busy machine. */
#define _GNU_SOURCE
#include <signal.h>
#include <time.h>
#include <sys/time.h>
#include <unistd.h>
static timer_t timer; static int made;
static timer_t own(void) {
  if (!made) { struct sigevent e = {0}; e.sigev_notify = SIGEV_SIGNAL; e.sigev_signo = SIGALRM;
    timer_create(CLOCK_PROCESS_CPUTIME_ID, &e, &timer); made = 1; }
  return timer; }
int getitimer(__itimer_which_t which, struct itimerval *now) {
  struct itimerspec s; int r = timer_gettime(own(), &s);
  now->it_interval.tv_sec = s.it_interval.tv_sec; now->it_interval.tv_usec = s.it_interval.tv_nsec / 1000;
  now->it_value.tv_sec = s.it_value.tv_sec; now->it_value.tv_usec = s.it_value.tv_nsec / 1000;
  return r; }
int setitimer(__itimer_which_t which, const struct itimerval *new, struct itimerval *old) {
  struct itimerspec s;
  if (old) getitimer(which, old);
  s.it_interval.tv_sec = new->it_interval.tv_sec; s.it_interval.tv_nsec = new->it_interval.tv_usec * 1000;
  s.it_value.tv_sec = new->it_value.tv_sec; s.it_value.tv_nsec = new->it_value.tv_usec * 1000;
  return timer_settime(own(), 0, &s, 0); }
unsigned alarm(unsigned n) {
  struct itimerval new = {{0, 0}, {n, 0}}, old;
  setitimer(ITIMER_REAL, &new, &old);
  return old.it_value.tv_sec + (old.it_value.tv_usec > 0); }
