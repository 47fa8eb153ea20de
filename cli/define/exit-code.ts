/*
 * Exit codes, for scripts. Wrong usage, a desk that cannot be reached and a question that has no answer yet are one: whoever gates a deploy
 * must not take them for a no.
 */

export const DONE = 0
/** The answer is no: it is worse, there is no such thing, or a change was refused. */
export const NO = 1
export const COULD_NOT = 2

export type ExitCode = typeof DONE | typeof NO | typeof COULD_NOT
