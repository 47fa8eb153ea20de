import { Form, Link, NavLink } from 'react-router'

/** Name, pages, and the one look-up box that every page has. */
export function SiteHeader({ lab }: { readonly lab: boolean }) {
  return (
    <header className="site-header">
      <Link to="/" className="name">
        Errata
      </Link>
      <nav aria-label="Pages">
        <ul>
          <li>
            <NavLink to="/" end>
              Overview
            </NavLink>
          </li>
          <li>
            <NavLink to="/exceptions">Exceptions</NavLink>
          </li>
          <li>
            <NavLink to="/traces">Traces</NavLink>
          </li>
          <li>
            <NavLink to="/status">Pipeline</NavLink>
          </li>
          {lab && (
            <li>
              <NavLink to="/lab">Lab</NavLink>
            </li>
          )}
        </ul>
      </nav>
      <Form action="/find" method="get" role="search" className="look-up">
        <label htmlFor="look-up" className="visually-hidden">
          Look up a digest, a trace id or a text
        </label>
        <input
          id="look-up"
          name="q"
          type="search"
          maxLength={200}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="Digest, trace id or text"
        />
        <button type="submit">Look up</button>
      </Form>
    </header>
  )
}
