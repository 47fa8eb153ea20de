import { type ReactNode, Suspense } from 'react'
import { Await, Link, useLocation } from 'react-router'
import { OUTAGE_TEXT, type QueryResult } from './outage.ts'

/** The parameter of an address that waits for every part. */
export const WAIT_FOR_ALL = 'whole'

interface DeferredSectionProps<Answer> {
  readonly of: QueryResult<Answer> | Promise<QueryResult<Answer>>
  /** What is missing while it is: the beginning of a sentence. */
  readonly name: string
  /** How much room is kept for it where scripts run, so that little moves when it comes. @default 'line' */
  readonly holds?: 'nothing' | 'text' | 'line' | 'table' | 'screen'
  /** What it is of: while that stays, so does what was shown until there is more, and the page with it. @default the address */
  readonly within?: string
  readonly children: (answer: Answer) => ReactNode
}

/** A part of a page that has more to show: what came in time stands in the page, what did not comes later, what cannot come says so. */
export function DeferredSection<Answer>({ of, name, holds = 'line', within, children }: DeferredSectionProps<Answer>) {
  const { key } = useLocation()
  const show = (result: QueryResult<Answer>) =>
    'answer' in result ? (
      children(result.answer)
    ) : (
      <p className="notice">
        {name}: unavailable. {OUTAGE_TEXT[result.outage].what}
      </p>
    )
  const isLoaded = !(of instanceof Promise)
  // Where it may come anew in its place, the boundary is there before: only one that has shown something keeps it.
  if (isLoaded && within === undefined) return show(of)
  return (
    // Of another address another boundary: one that has shown something would keep back the whole page until it can again.
    <Suspense key={within ?? key} fallback={<Awaited name={name} holds={holds} />}>
      {isLoaded ? show(of) : <Await resolve={of}>{show}</Await>}
    </Suspense>
  )
}

function Awaited({ name, holds }: Pick<DeferredSectionProps<unknown>, 'name' | 'holds'>) {
  const { search } = useLocation()
  const everything = new URLSearchParams(search)
  everything.set(WAIT_FOR_ALL, '1')
  const text = `Loading: ${name}`
  const link = <Link to={`?${everything}`}>Load everything</Link>
  if (holds === 'nothing') {
    return (
      <noscript>
        <div className="panel loading" aria-busy="true">
          {text} {link}
        </div>
      </noscript>
    )
  }
  return (
    <div className={holds === 'text' ? 'loading muted' : 'panel loading'} data-holds={holds} aria-busy="true">
      {text} <noscript>{link}</noscript>
    </div>
  )
}
