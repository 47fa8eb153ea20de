import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface Leads {
  readonly to: string
  readonly words: string
}

interface PagerProps {
  /** @default 'list' */
  readonly of?: string
  /** Back, where this is not the beginning. */
  readonly back: Leads | false | undefined
  /** On, where there is more. */
  readonly on: Leads | false | undefined
  /** What is to be said of the page. */
  readonly children: ReactNode
}

/** Below the rows of a list: what this page of it is, and the ways to others. */
export function Pager({ of = 'list', back, on, children }: PagerProps) {
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
