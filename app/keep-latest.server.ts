import { BEAT_MS, onBeat } from './url/time-range.ts'

interface Kept<Answer> {
  readonly beatMs: number
  readonly answer: Promise<Answer>
}

/**
 * Keeps the newest answer to what is asked again and again. In a new beat it is asked anew, once, and whoever comes meanwhile takes the answer
 * of the beat before; where there is none so young, he waits.
 *
 * @param ask What fails is heard by whoever waits for it.
 * @param isWhole What is not, or failed, is not kept: the next one asks again.
 */
export function keepLatest<Answer>(
  ask: (beatMs: number) => Promise<Answer>,
  isWhole: (answer: Answer) => boolean,
): (nowMs: number) => Promise<Answer> {
  let known: Kept<Answer> | undefined
  let asked: Kept<Answer> | undefined

  function askAnew(beatMs: number): Kept<Answer> {
    const mine = { beatMs, answer: ask(beatMs) }
    const settle = (isKept: boolean) => {
      if (isKept && (known === undefined || known.beatMs < beatMs)) known = mine
      if (!isKept && asked === mine) asked = undefined
    }
    mine.answer.then(
      answer => settle(isWhole(answer)),
      () => settle(false),
    )
    return mine
  }

  return nowMs => {
    const beatMs = onBeat(nowMs)
    if (asked === undefined || asked.beatMs < beatMs) asked = askAnew(beatMs)
    return known !== undefined && known.beatMs >= beatMs - BEAT_MS ? known.answer : asked.answer
  }
}
