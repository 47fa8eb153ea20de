import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface PageLink {
  readonly to: string
  readonly words: string
}

interface PaginationProps {
  /** @default 'list' */
  readonly of?: string
  /** Back, where this is not the beginning. */
  readonly back: PageLink | false | undefined
  /** On, where there is more. */
  readonly on: PageLink | false | undefined
  /** What is to be said of the page. */
  readonly children: ReactNode
}

/** Below the rows of a list: what this page of it is, and the ways to others. */
export function Pagination({ of = 'list', back, on, children }: PaginationProps) {
  return (
    <nav className="pager" aria-label={`Pages of the ${of}`}>
      <span>{children}</span>
      <span className="button-row">
        {back && <Link to={back.to}>{back.words}</Link>}
        {on && (
          <Link to={on.to} rel="next">
            {on.words}
          </Link>
        )}
      </span>
    </nav>
  )
}
