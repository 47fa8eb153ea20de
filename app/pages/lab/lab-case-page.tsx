import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import './lab.css'

/** The page of a case whose failure leaves something to see. */
export function LabCasePage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { pathname, search } = useLocation()
  return (
    <>
      <title>{`${title} · Lab · Errata`}</title>
      <div className="page-head">
        <h1>{title}</h1>
      </div>
      <div className="panel lab-case">{children}</div>
      <p className="button-row section">
        <a className="button" href={pathname + search}>
          Trigger again
        </a>
        <Link className="button" to="/lab">
          Back to lab
        </Link>
      </p>
    </>
  )
}
