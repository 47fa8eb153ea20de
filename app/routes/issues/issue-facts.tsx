import { formatShare } from '../../format/amount.ts'
import { formatCount } from '../../format/count.ts'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { ServiceName } from '../../ui/elements/service-name.tsx'
import { RelativeTime, Timestamp } from '../../ui/elements/timestamp.tsx'
import { digestPath } from '../../url/look-up.ts'
import { releasePath, sessionPath, userPath } from '../../url/visit-paths.ts'
import type { ShownIssue } from './load-issue.server.ts'

/** Since when, in which releases, and who is hit. */
export function IssueFacts({ shown }: { readonly shown: ShownIssue }) {
  const { nowMs, words, firstSeenNs, lastSeenNs, releases, sessions, digests } = shown
  return (
    <div className="section side-by-side">
      <section aria-labelledby="since">
        <h2 id="since">Since when</h2>
        <dl className="facts panel padded">
          {words !== undefined && (
            <>
              <dt>Service</dt>
              <dd>
                <ServiceName name={words.service} />
              </dd>
            </>
          )}
          <dt>First seen</dt>
          <dd>
            <Timestamp atNs={firstSeenNs} nowMs={nowMs} />
          </dd>
          <dt>Last seen</dt>
          <dd>
            <Timestamp atNs={lastSeenNs} nowMs={nowMs} />
          </dd>
          {digests.length > 0 && (
            <>
              <dt>{digests.length === 1 ? 'Digest' : 'Digests'}</dt>
              <dd>
                {digests.map(digest => (
                  <span key={digest}>
                    <ScopedLink to={digestPath(digest)}>{digest}</ScopedLink>{' '}
                  </span>
                ))}
              </dd>
            </>
          )}
          <dt>Releases</dt>
          <dd>
            {releases.every(({ release }) => release === '') && <span className="muted">none was named</span>}
            {releases
              .filter(({ release }) => release !== '')
              .slice(0, 12)
              .map(({ service, release, lastSeenNs: seenNs, isOlder, events, ofAll }) => (
                <div key={`${service} ${release}`}>
                  <ScopedLink to={releasePath(release)}>{release}</ScopedLink>{' '}
                  <span className="muted">
                    {events > 0 && `${formatShare(events, ofAll)}, `}last <RelativeTime atNs={seenNs} nowMs={nowMs} />
                    {isOlder && ', older than the fix'}
                  </span>
                </div>
              ))}
          </dd>
        </dl>
      </section>
      <section aria-labelledby="hit">
        <h2 id="hit">Who is hit</h2>
        <div className="panel padded">
          {sessions.length === 0 ? (
            <p className="muted">Its exceptions of this time name no session.</p>
          ) : (
            <ul className="activity">
              {sessions.map(({ session, user, atNs, events }) => (
                <li key={session}>
                  <ScopedLink to={sessionPath(session)}>{session}</ScopedLink>{' '}
                  {user !== '' && (
                    <>
                      of <ScopedLink to={userPath(user)}>{user}</ScopedLink>{' '}
                    </>
                  )}
                  <span className="muted">
                    {events > 1 && `${formatCount(events)} times, `}
                    <RelativeTime atNs={atNs} nowMs={nowMs} />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
      </section>
    </div>
  )
}
