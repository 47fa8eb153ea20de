import type { Asking, Question, Store } from './store.ts'

/** Answers kept at a time. The largest have some hundred rows. */
const MOST = 512

/**
 * A store whose askers share what is the same: a question that somebody asked a moment ago, with the same parameters, is not asked again.
 * Whoever leaves gives up waiting alone; when all have left, the question is given up. A failure is not kept, and what was answered before
 * something was told through this store serves nobody afterwards. An answer is shared: nobody may change it.
 *
 * @param options.keptMs How long an answer serves, in milliseconds since it was asked for; 0 while it is under way.
 */
export function shareAnswers(store: Store, { keptMs }: { keptMs: number }): Store {
  const shared = new Map<string, Shared>()

  function share<Row>(key: string, question: Question<Row>): Shared {
    const everybodyLeft = new AbortController()
    const entry: Shared = {
      decode: question.decode,
      askedMs: performance.now(),
      waiting: 0,
      isUnderWay: true,
      everybodyLeft,
      answer: store.ask(question, everybodyLeft.signal),
    }
    const forget = () => {
      if (shared.get(key) === entry) shared.delete(key)
    }
    const settle = (isKept: boolean) => {
      entry.isUnderWay = false
      if (!isKept) forget()
    }
    entry.answer.then(
      () => settle(keptMs > 0),
      () => settle(false),
    )
    everybodyLeft.signal.addEventListener('abort', forget)
    shared.set(key, entry)
    return entry
  }

  /** In the order in which they were asked. */
  function forgetOld(): void {
    for (const [key, { askedMs, isUnderWay }] of shared) {
      if (isUnderWay) continue
      if (shared.size <= MOST && performance.now() - askedMs < keptMs) return
      shared.delete(key)
    }
  }

  return {
    ...store,
    ask<Row>(question: Question<Row>, signal?: AbortSignal): Promise<Row[]> {
      forgetOld()
      const key = keyOf(question)
      const same = shared.get(key)
      const entry = same?.decode === question.decode ? same : share(key, question)
      return waitFor(entry, signal) as Promise<Row[]>
    },
    async tell(told) {
      try {
        await store.tell(told)
      } finally {
        shared.clear()
      }
    },
  }
}

interface Shared {
  /** What is made of its rows: of two that read the same rows in two ways, each has its own answer. */
  readonly decode: (row: unknown) => unknown
  readonly askedMs: number
  readonly answer: Promise<unknown[]>
  readonly everybodyLeft: AbortController
  waiting: number
  isUnderWay: boolean
}

async function waitFor(entry: Shared, signal: AbortSignal | undefined): Promise<unknown[]> {
  const { promise: left, reject: leave } = Promise.withResolvers<never>()
  const onLeave = () => leave(signal?.reason)
  signal?.addEventListener('abort', onLeave, { once: true })
  entry.waiting++
  try {
    signal?.throwIfAborted()
    return await Promise.race([entry.answer, left])
  } finally {
    signal?.removeEventListener('abort', onLeave)
    if (--entry.waiting === 0 && entry.isUnderWay) entry.everybodyLeft.abort()
  }
}

/** Whether it gives way is the first asker's to say. */
const keyOf = ({ name, sql, params, patience, maxMemoryBytes }: Asking) =>
  JSON.stringify([name, sql, params, patience, maxMemoryBytes], (_, value) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
