import { Form, Link, useSearchParams } from 'react-router'
import { formatCount } from '../../format/count.ts'
import { withParams } from '../../url/filter-links.ts'
import { issuePath } from '../../url/issue-filters.ts'
import { describeSplit } from './describe-state.ts'
import { ActionButton } from './issue-actions.tsx'
import type { ShownIssue } from './load-issue.server.ts'

/** What parts an issue that the rule put together, what could, and how it is brought together again. */
export function SplitIssue({ shown }: { readonly shown: ShownIssue }) {
  const [params] = useSearchParams()
  const { issue, parts, partOf, partings } = shown
  const [whole] = partOf?.of ?? []
  if (partOf !== undefined && whole !== undefined) {
    return (
      <div className="button-row">
        <p>
          By hand, what has {describeSplit(partOf.by)} was parted from <Link to={issuePath(whole)}>another issue</Link>.
        </p>
        <UnmergeButton of={whole} batch={partOf.batch} />
      </div>
    )
  }
  return (
    <>
      {parts.length > 0 && (
        <>
          <p>Parted from it by hand:</p>
          <ul className="activity">
            {parts.map(part => (
              <li key={part.issue} className="button-row">
                <Link to={issuePath(part.issue)} className="break">
                  {describeSplit(part.by)}
                </Link>
                <UnmergeButton of={issue} batch={part.batch} />
              </li>
            ))}
          </ul>
        </>
      )}
      {partings === undefined ? (
        <p>
          <Link to={`${withParams(params, { apart: '1' })}#together`} preventScrollReset>
            Two bugs? See what tells them apart
          </Link>
        </p>
      ) : partings.length === 0 ? (
        <p className="muted">Nothing tells them apart: message, route and release are the same in all of this time.</p>
      ) : (
        <>
          <p>Parted, they are an issue of their own, those that come later too:</p>
          <ul className="activity">
            {partings.map(({ by, is, has, looked }) => (
              <li key={`${by} ${is}`}>
                <Form method="post" preventScrollReset className="button-row">
                  <span className="break">
                    {describeSplit({ by, is })}{' '}
                    <span className="muted">
                      {formatCount(has)} of the newest {formatCount(looked)}
                    </span>
                  </span>
                  <input type="hidden" name="by" value={by} />
                  <input type="hidden" name="is" value={is} />
                  <ActionButton what="split">Part these</ActionButton>
                </Form>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function UnmergeButton({ of, batch }: { readonly of: string; readonly batch: string }) {
  return (
    <Form method="post" action={issuePath(of)}>
      <input type="hidden" name="batch" value={batch} />
      <ActionButton what="undo">Bring it back</ActionButton>
    </Form>
  )
}
