import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface PageLink {
  readonly to: string
  readonly label: string
}

interface PaginationProps {
  /** @default 'list' */
  readonly of?: string
  /** Back, where this is not the beginning. */
  readonly previous: PageLink | false | undefined
  /** On, where there is more. */
  readonly next: PageLink | false | undefined
  /** What is to be said of the page. */
  readonly children: ReactNode
}

/** Below the rows of a list: what this page of it is, and the ways to others. */
export function Pagination({ of = 'list', previous, next, children }: PaginationProps) {
  return (
    <nav className="pager" aria-label={`Pages of the ${of}`}>
      <span>{children}</span>
      <span className="button-row">
        {previous && <Link to={previous.to}>{previous.label}</Link>}
        {next && (
          <Link to={next.to} rel="next">
            {next.label}
          </Link>
        )}
      </span>
    </nav>
  )
}
