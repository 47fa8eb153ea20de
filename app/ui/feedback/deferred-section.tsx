import { type ReactNode, Suspense } from 'react'
import { Await, Link, useLocation } from 'react-router'
import { WAIT_FOR_ALL } from '../../url/filter-links.ts'
import type { QueryResult } from './outage.ts'

interface DeferredSectionProps<Answer> {
  readonly result: QueryResult<Answer> | Promise<QueryResult<Answer>>
  /** Names what is missing during an outage, as the start of a sentence. */
  readonly name: string
  /** So much space is reserved with scripts, so that the page moves little. @default 'line' */
  readonly holds?: 'nothing' | 'text' | 'line' | 'chart' | 'charts' | 'table' | 'map' | 'screen'
  /** While this stays equal, the old content stays until the new one is ready, and so does the page. @default the URL */
  readonly within?: string
  readonly children: (answer: Answer) => ReactNode
}

/** A deferred part of a page: what is ready is rendered at once, the rest later, and an outage shows a message. */
export function DeferredSection<Answer>({
  result,
  name,
  holds = 'line',
  within,
  children,
}: DeferredSectionProps<Answer>) {
  const { key, pathname, search } = useLocation()
  const show = (ready: QueryResult<Answer>) =>
    'answer' in ready ? (
      children(ready.answer)
    ) : (
      <p className="notice warn-notice">
        {name}: unavailable. {ready.outage.what} <Link to={pathname + search}>Try again</Link>
      </p>
    )
  const isLoaded = !(result instanceof Promise)
  // A part that may be replaced later has its boundary from the start: only a boundary that has shown something keeps it.
  if (isLoaded && within === undefined) return show(result)
  return (
    // A new boundary for each URL: an old one with content would delay the whole page until the new content is ready.
    <Suspense key={within ?? key} fallback={<LoadingSection name={name} holds={holds} />}>
      {isLoaded ? show(result) : <Await resolve={result}>{show}</Await>}
    </Suspense>
  )
}

function LoadingSection({ name, holds }: Pick<DeferredSectionProps<unknown>, 'name' | 'holds'>) {
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
