import { pluralize } from '../../format/count.ts'
import { DeferredSection } from '../../ui/feedback/deferred-section.tsx'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { RelativeTime } from '../../ui/times/timestamp.tsx'
import { digestPath } from '../../url/look-up.ts'
import { releasePath } from '../../url/page-paths.ts'
import { AffectedLink } from './affected-link.tsx'
import type { AffectedCounts } from './issue-view.server.ts'
import type { IssuePageData } from './load-issue.server.ts'
import { SuspectCommit } from './suspect-commit.tsx'
import { IssueTags } from './tags.tsx'

const MAX_RELEASES = 8

/** Whom an issue affects, in which releases it was seen, and what its events have in common. */
export function IssueSidebar({ shown }: { readonly shown: IssuePageData }) {
  const { nowMs, releases, digests, commit, affected, tags } = shown
  const named = releases.filter(({ release }) => release !== '')
  return (
    <aside className="facets rail break" aria-label="Facts">
      <DeferredSection result={affected} name="Affected users" holds="text">
        {answer => <AffectedUsers affected={answer} nowMs={nowMs} />}
      </DeferredSection>
      <div>
        <h2>Releases</h2>
        {named.length === 0 && <p className="muted">Unknown</p>}
        <ul>
          {named.slice(0, MAX_RELEASES).map(({ service, release, text }) => (
            <li key={`${service} ${release}`}>
              <ScopedLink to={releasePath(release)} title={service}>
                {release}
              </ScopedLink>
              <span className="muted nowrap">{text}</span>
            </li>
          ))}
        </ul>
        {named.length > MAX_RELEASES && (
          <p className="muted">{pluralize(named.length - MAX_RELEASES, 'older release')}</p>
        )}
      </div>
      {digests.length > 0 && (
        <div>
          <h2>{digests.length === 1 ? 'Digest' : 'Digests'}</h2>
          <ul>
            {digests.map(digest => (
              <li key={digest}>
                <ScopedLink to={digestPath(digest)}>
                  <code>{digest}</code>
                </ScopedLink>
              </li>
            ))}
          </ul>
        </div>
      )}
      <DeferredSection result={tags} name="Tags" holds="text">
        {answer => <IssueTags tags={answer} />}
      </DeferredSection>
      {/* Last, since most issues have none, which is known only when the page is there. */}
      <DeferredValue result={commit}>{answer => answer && <SuspectCommit commit={answer} />}</DeferredValue>
    </aside>
  )
}

function AffectedUsers({
  affected: { text, hasMore, latest },
  nowMs,
}: {
  readonly affected: AffectedCounts
  readonly nowMs: number
}) {
  return (
    <div>
      <h2>Affected users</h2>
      <p title={hasMore ? 'At least: only the newest 100 events are looked up by their traces' : undefined}>{text}</p>
      <ul>
        {latest.map(({ session, user, events, atNs }, index) => (
          <li key={`${session} ${user}`} title={`${pluralize(events, 'event')} in session ${session}`}>
            <AffectedLink session={session} user={user} keys={index === 0 ? 'w' : undefined} />
            <span className="muted nowrap">
              <RelativeTime atNs={atNs} nowMs={nowMs} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
