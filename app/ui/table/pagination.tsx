import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface PageLink {
  readonly to: string
  readonly label: string
}

interface PaginationProps {
  /** @default 'list' */
  readonly list?: string
  /** Link to the previous page, unless this is the first. */
  readonly previous: PageLink | false | undefined
  /** Link to the next page, if there is one. */
  readonly next: PageLink | false | undefined
  /** Text about the page. */
  readonly children: ReactNode
}

/** Text about the current page of a list, and links to others. */
export function Pagination({ list = 'list', previous, next, children }: PaginationProps) {
  return (
    <nav className="pager" aria-label={`Pages of the ${list}`}>
      <span>{children}</span>
      <span className="button-row">
        {previous && (
          <Link to={previous.to} className="button">
            {previous.label}
          </Link>
        )}
        {next && (
          <Link to={next.to} rel="next" className="button">
            {next.label}
          </Link>
        )}
      </span>
    </nav>
  )
}
