import { BEAT_MS, onBeat } from './url/time-range.ts'

/**
 * Keeps the newest answer to what is asked again and again. In a new beat it is asked anew, once, and whoever comes meanwhile takes the answer of the beat
 * before; where there is none so young, he waits.
 *
 * @param ask May fail: then the next beat asks again, and whoever waits hears it.
 */
export function keepLatest<Answer>(ask: (beatMs: number) => Promise<Answer>): (nowMs: number) => Promise<Answer> {
  let known: { readonly beatMs: number; readonly answer: Promise<Answer> } | undefined
  let asked: typeof known
  return nowMs => {
    const beatMs = onBeat(nowMs)
    if (asked === undefined || asked.beatMs < beatMs) {
      const mine = { beatMs, answer: ask(beatMs) }
      asked = mine
      mine.answer.then(
        () => {
          if (known === undefined || known.beatMs < beatMs) known = mine
        },
        // Whoever waits for it hears why; the others have the answer before.
        () => undefined,
      )
    }
    const isYoung = known !== undefined && known.beatMs >= beatMs - BEAT_MS
    return known !== undefined && isYoung ? known.answer : asked.answer
  }
}
