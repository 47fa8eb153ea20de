import { formatShare } from '../../format/amount.ts'
import { formatCount } from '../../format/count.ts'
import type { loadTags } from './issue-view.server.ts'

/** Tags of the issue's exceptions, with the share of each value. */
export function IssueTagTables({ tags }: { readonly tags: Awaited<ReturnType<typeof loadTags>> }) {
  const looked = tags[0]?.values[0]?.looked ?? 0
  if (looked === 0) return null
  return (
    <section className="section" aria-labelledby="tags">
      <h2 id="tags">Tags</h2>
      <div className="panel padded">
        <p className="muted small">
          {looked === 1 ? 'Of one event' : `Of the latest ${formatCount(looked)} events`} in this time range.
        </p>
        <dl className="tags">
          {tags.map(({ tag, values }) => (
            <div key={tag}>
              <dt className="muted small break">{tag}</dt>
              {values.map(({ value, has, sessions }) => (
                <dd key={value}>
                  <span title={value}>{value}</span>
                  <span className="nowrap">
                    {formatShare(has, looked)}
                    {sessions !== undefined && (
                      <span className="muted"> · {formatShare(sessions.has, sessions.looked)} of all sessions</span>
                    )}
                  </span>
                </dd>
              ))}
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
