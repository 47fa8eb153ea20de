import type { loadTags } from './issue-view.server.ts'

/** Tags of the issue's exceptions: those with several values with the share of each, and those that all exceptions have alike. */
export function IssueTags({
  tags: { note, compared, alike },
}: {
  readonly tags: Awaited<ReturnType<typeof loadTags>>
}) {
  if (note === '') return null
  return (
    <div>
      <h2>Tags</h2>
      <p className="muted small">{note}</p>
      <dl className="tags">
        {compared.map(({ tag, values }) => (
          <div key={tag}>
            <dt className="small">{tag}</dt>
            {values.map(({ value, share, ofSessions, isFrequent }) => {
              const Weight = isFrequent ? 'b' : 'span'
              return (
                <dd key={value}>
                  <span title={value}>
                    <Weight>{value}</Weight>
                  </span>
                  <span className="nowrap">
                    <Weight>{share}</Weight> <span className="muted">{ofSessions}</span>
                  </span>
                </dd>
              )
            })}
          </div>
        ))}
      </dl>
      {alike.length > 0 && (
        <details>
          <summary>
            <h2>Same in all of them</h2>
          </summary>
          <dl className="tags">
            {alike.map(({ tag, values }) => (
              <div key={tag}>
                <dt className="small">{tag}</dt>
                <dd>{values[0]?.value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  )
}
