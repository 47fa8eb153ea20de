import type { Commit } from '../../../store/issues/get-first-commit.ts'
import { clipLine } from '../../format/clip.ts'
import { commitAddress } from '../../parts/commit/commit-address.ts'

/** git shortens a revision to about as many, where nothing else has the same beginning. */
const SHORT_CHARS = 12

/** The commit of the first exception, with its page where a server told the repository. */
export function SuspectCommit({ commit }: { readonly commit: Commit }) {
  const { revision, branch, release } = commit
  const address = commitAddress(commit)
  const code = <code title={clipLine(revision, 100)}>{revision.slice(0, SHORT_CHARS)}</code>
  return (
    <div>
      <h2>Suspect commit</h2>
      <p title="What the first exception of this issue came from">
        {address === '' ? (
          code
        ) : (
          <a href={address} rel="noreferrer">
            {code}
          </a>
        )}{' '}
        <span className="muted">
          {[branch && `on ${clipLine(branch, 80)}`, release && `in ${clipLine(release, 80)}`].filter(Boolean).join(' ')}
        </span>
      </p>
    </div>
  )
}
