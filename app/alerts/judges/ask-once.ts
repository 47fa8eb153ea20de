import type { Store } from '../../../store/store.ts'

const answers = new WeakMap<Store, Map<string, Promise<unknown>>>()
/** If there are more, the oldest is forgotten. */
const MAX_KEPT = 20

interface Question<Answer> {
  /** Says everything that the answer depends on, times included. */
  readonly key: readonly unknown[]
  /** True to keep the answer, for a past time that is asked for again each minute. @default false */
  readonly isKept?: boolean
  ask(): Promise<Answer>
}

/** Asks the store once for what several judges want to know at the same moment, or what stays the same. A failure is not kept. */
export function askOnce<Answer>(store: Store, { key, isKept = false, ask }: Question<Answer>): Promise<Answer> {
  const known = answers.get(store) ?? new Map<string, Promise<unknown>>()
  answers.set(store, known)
  const name = JSON.stringify(key, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
  // The key says of which question it is the answer.
  const before = known.get(name) as Promise<Answer> | undefined
  if (before !== undefined) return before
  const answer = ask()
  known.set(name, answer)
  for (const oldest of [...known.keys()].slice(0, Math.max(0, known.size - MAX_KEPT))) known.delete(oldest)
  const forget = () => {
    if (known.get(name) === answer) known.delete(name)
  }
  if (isKept) answer.catch(forget)
  else answer.then(forget, forget)
  return answer
}
