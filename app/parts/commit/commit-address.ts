/** An id of git, whole or short. */
const REVISION = /^[0-9a-f]{7,64}$/

interface ToldCommit {
  readonly revision: string
  /** The value of `vcs.repository.url.full`. */
  readonly repository: string
  /** Sent by a browser. */
  readonly isBrowser: boolean
}

/**
 * The page of a commit at GitHub, GitLab, Gitea or Bitbucket, by the address of its repository.
 *
 * @returns '' unless a server told an http(s) address without a password: what browsers tell anybody may have written, and nobody should be
 * led there.
 */
export function commitAddress({ revision, repository, isBrowser }: ToldCommit): string {
  const url = URL.parse(repository)
  if (isBrowser || url === null || !REVISION.test(revision)) return ''
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return ''
  const path = url.pathname.replace(/\/+$/, '').replace(/\.git$/, '')
  if (path === '') return ''
  return `${url.origin}${path}/${url.hostname === 'bitbucket.org' ? 'commits' : 'commit'}/${revision}`
}
