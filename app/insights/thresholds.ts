/*
 * All judgements of "is it worse?" have these in common: enough data, more than chance, and enough to matter. change.test.ts holds how often
 * chance alone is called a change.
 */

/** A difference of so many standard deviations has a probability of one in a hundred by chance. */
export const DEVIATIONS = 2.6

/** A smaller relative change is told where it stands, without a colour: traffic and its errors change by as much from day to day. */
export const MIN_RATIO = 1.2

/** Nobody is told unasked, as by a headline, of a smaller one. */
export const LARGE_RATIO = 1.5

/** Nobody is told unasked of fewer exceptions, whatever their ratio is. */
export const MIN_TOLD_EVENTS = 10

/** If fewer requests too many or too few failed, one mishap decides. */
export const MIN_EVENTS = 5

/** If so many were expected, that none came has a probability of one in twenty by chance. Fewer do not show whether something goes on. */
export const MIN_EXPECTED = 3

/** A change at a release must explain this part of what one at the best time explains, or it is not told with the release. */
export const MIN_PART_OF_BEST = 0.85

/** Nanoseconds. Nobody on call acts on a smaller change of a percentile, whatever its ratio is. */
export const MIN_CHANGE_NS = 5_000_000

/** A percentage of fewer is not meaningful, nor is a percentile. */
export const MIN_COUNT_FOR_PERCENTAGE = 20

/** The 99th percentile of fewer is the longest of them. */
export const MIN_COUNT_FOR_P99 = 100

/** From this share on, an error rate is red on every page. */
export const BAD_ERROR_SHARE = 0.01

/** A period with less than this part of the requests of the other has too few to say that fewer errors are better. */
export const MIN_TRAFFIC_PART = 0.1

/** Milliseconds. What has not run for less is on its way, or in a batch. */
export const MIN_SILENCE_MS = 600_000

/** An operation that ran fewer times has no rhythm. */
export const MIN_RUNS = 5

/** Times from run to run that differ from their median by no more than this part are even, as a timer's are. */
export const EVEN_PART = 0.15

/** So many of these times must be even. Of the times between independent requests one in ten is. */
export const MIN_EVEN_SHARE = 0.8

/** A run of a job is missed after so many of its periods: half a period late. */
export const MISSED_PERIODS = 1.5

/** Nothing is silent before it is for longer than it often was, by this factor. */
export const LONGER_THAN_USUAL = 1.15

/** If it ran in so many five minutes of the same hours of every earlier day, that it did not today has a probability below one in ten thousand. */
export const MIN_USUAL_RUNS = 10

/** Fewer earlier days do not show what is usual. */
export const MIN_USUAL_DAYS = 2

/** Nanoseconds. A visitor does not notice that a route takes less longer: it stands in the table alone. */
export const MIN_TOLD_RISE_NS = 20_000_000

/** One reason is most of a selection of spans from this part on. */
export const MAIN_PART = 0.5

/** Another reason is named beside the first if it tells at least this part of what that tells. */
export const MIN_PART_OF_FIRST = 0.2

/** A service has lost its traffic if it receives this part of the usual requests or less. */
export const LOST_TRAFFIC_PART = 0.1
