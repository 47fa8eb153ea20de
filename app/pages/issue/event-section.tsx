import { Link, useSearchParams } from 'react-router'
import { formatCount } from '../../format/count.ts'
import { NO_ACTION_RESULT } from '../../parts/issue-actions/parse-issue-action.ts'
import { stackTextPath } from '../../parts/stack-trace/stack-view.ts'
import { Stacktrace } from '../../parts/stack-trace/stacktrace.tsx'
import { LongText } from '../../ui/values/long-text.tsx'
import { EVENT_PARAM, exceptionPath, formatEvent } from '../../url/exception-path.ts'
import { changeParams } from '../../url/filter-links.ts'
import { EventFacts } from './event/event-facts.tsx'
import type { IssuePageData } from './load-issue.server.ts'

/** One event of the issue, with links to the others: the recommended one by default. */
export function EventSection({ shown }: { readonly shown: IssuePageData }) {
  const { exception, affected, title, nowMs, at } = shown
  const [params] = useSearchParams()
  if (exception === undefined) {
    return (
      <section className="section" aria-labelledby="event">
        <h2 id="event">{at.isSelected ? 'This event has expired' : 'No events in this time range'}</h2>
        <p>
          <Link to={changeParams(params, { last: '90d', from: '', to: '', [EVENT_PARAM]: '' })}>
            Show the last 90 days
          </Link>
        </p>
      </section>
    )
  }
  const page = exceptionPath(exception)
  return (
    <section className="section" aria-labelledby="event">
      <div className="page-head">
        <h2 id="event">
          {at.number === undefined ? 'Event' : `Event ${formatCount(at.number)} of ${formatCount(at.total)}`}
        </h2>
        <EventLinks shown={shown} params={params} />
        {!at.isSelected && <span className="muted small">{at.reason}</span>}
      </div>
      <EventFacts exception={exception} affected={affected} nowMs={nowMs} />
      {exception.message.text !== title.message && (
        <LongText clipped={exception.message} wholeAt={stackTextPath(page, 'message')} />
      )}
      <Stacktrace stack={exception.stack} page={page} release={exception.release} />
    </section>
  )
}

/** In order of time. */
function EventLinks({ shown, params }: { readonly shown: IssuePageData; readonly params: URLSearchParams }) {
  const { at } = shown
  const to = (event: string) => changeParams(params, { ...NO_ACTION_RESULT, [EVENT_PARAM]: event })
  const links = [
    { name: 'First', event: 'first', keys: undefined },
    { name: 'Previous', event: at.previous, keys: '[' },
    { name: 'Next', event: at.next, keys: ']' },
    { name: 'Latest', event: at.number === at.total ? undefined : at.latest, keys: undefined },
  ] as const
  return (
    <nav className="button-row" aria-label="Events">
      {links.map(({ name, event, keys }) => {
        if (event === undefined)
          return (
            <span key={name} className="muted">
              {name}
            </span>
          )
        return (
          <Link key={name} to={to(formatEvent(event))} preventScrollReset aria-keyshortcuts={keys}>
            {name}
          </Link>
        )
      })}
      {at.isSelected && (
        <Link to={to('')} preventScrollReset>
          Recommended
        </Link>
      )}
    </nav>
  )
}
