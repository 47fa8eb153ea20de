import type { ReactNode } from 'react'
import { formatCount } from '../../format/count.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { releasePath } from '../../url/page-paths.ts'

/** A name and its value, in a list of `figures`. */
export function LabelledValue({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="break">{children}</dd>
    </div>
  )
}

interface PagesProps {
  readonly pages: number
  readonly failedPages: number
  readonly exceptions: number
}

/** How many pages a visitor opened, and whether all went well. */
export function PagesValue({ pages, failedPages, exceptions }: PagesProps) {
  return (
    <LabelledValue name="Pages">
      {formatCount(pages)}
      <span className={failedPages > 0 ? 'bad' : 'muted'}>
        {failedPages > 0 ? `, ${formatCount(failedPages)} failed` : pages > 0 && exceptions === 0 && ', all loaded'}
      </span>
    </LabelledValue>
  )
}

interface ReleaseFactProps {
  /** Latest first. The rows below name each of them. */
  readonly releases: readonly string[]
  readonly environments: readonly string[]
}

const MAX_RELEASES = 3

/** The releases of a session or user: the latest, and how many more. */
export function ReleaseValue({ releases, environments }: ReleaseFactProps) {
  const more = releases.slice(MAX_RELEASES)
  return (
    <LabelledValue name="Release">
      {releases.length === 0
        ? 'unknown'
        : releases.slice(0, MAX_RELEASES).flatMap(release => [
            <ScopedLink key={release} to={releasePath(release)}>
              {release}
            </ScopedLink>,
            ' ',
          ])}
      <span className="muted" title={more.join(', ')}>
        {more.length > 0 && `and ${more.length} more `}
        {environments.join(', ')}
      </span>
    </LabelledValue>
  )
}
