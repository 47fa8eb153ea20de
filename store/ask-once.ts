import type { Asking, Question, Store } from './store.ts'

/**
 * A store for one page, whose parts ask for themselves: a question that is under way already, with the same parameters, is not asked again.
 * An answer is not kept, and is shared: nobody may change it.
 */
export function askOnce(store: Store): Store {
  const underWay = new Map<string, UnderWay>()
  return {
    ...store,
    ask<Row>(question: Question<Row>, signal?: AbortSignal): Promise<Row[]> {
      const key = keyOf(question)
      const same = underWay.get(key)
      if (same?.decode === question.decode && same.signal === signal) return same.answer as Promise<Row[]>
      const answer = store.ask(question, signal).finally(() => {
        if (underWay.get(key)?.answer === answer) underWay.delete(key)
      })
      underWay.set(key, { decode: question.decode, signal, answer })
      return answer
    },
  }
}

/** What the answer depends on besides what is asked: what is made of its rows, and who may give it up. */
interface UnderWay {
  readonly decode: (row: unknown) => unknown
  readonly signal: AbortSignal | undefined
  readonly answer: Promise<unknown[]>
}

const keyOf = ({ name, sql, params, patience, givesWay, maxMemoryBytes }: Asking) =>
  JSON.stringify([name, sql, params, patience, givesWay, maxMemoryBytes], (_, value) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
