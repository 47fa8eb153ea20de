import { formatShare } from '../../format/amount.ts'
import { formatCount } from '../../format/count.ts'
import type { loadTags } from './issue-view.server.ts'

/** Tags of the issue's exceptions: those with several values with the share of each, and those that all exceptions have alike. */
export function IssueTags({ tags }: { readonly tags: Awaited<ReturnType<typeof loadTags>> }) {
  const looked = tags[0]?.values[0]?.looked ?? 0
  if (looked === 0) return null
  const isCompared = tags.some(({ values }) => values.some(({ sessions }) => sessions))
  const alike = looked < 2 ? [] : tags.filter(({ values: [first] }) => first?.has === looked && !first.sessions)
  return (
    <div>
      <h2>Tags</h2>
      <p className="muted small">
        {looked === 1 ? 'Of one event' : `Of the latest ${formatCount(looked)} events`} in this time range
        {isCompared && '; in brackets, of all sessions'}
      </p>
      <dl className="tags">
        {tags
          .filter(tag => !alike.includes(tag))
          .map(({ tag, values }) => (
            <div key={tag}>
              <dt className="small">{tag}</dt>
              {values.map(({ value, has, sessions }) => (
                <dd key={value}>
                  <span title={value}>{value}</span>
                  <span className="nowrap">
                    {formatShare(has, looked)}
                    {sessions && <span className="muted"> ({formatShare(sessions.has, sessions.looked)})</span>}
                  </span>
                </dd>
              ))}
            </div>
          ))}
      </dl>
      {alike.length > 0 && (
        <>
          <h2>Same in all of them</h2>
          <dl className="tags">
            {alike.map(({ tag, values }) => (
              <div key={tag}>
                <dt className="small">{tag}</dt>
                <dd>{values[0]?.value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  )
}
