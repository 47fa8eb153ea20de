import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { KEEP_SCROLL_POSITION } from '../../parts/waterfall/waterfall-row.tsx'
import { type TraceView, writeTraceView } from '../../url/trace-view.ts'

interface SpanAsideProps {
  readonly title: string
  readonly view: TraceView
  /** Links to other spans. */
  readonly steps?: ReactNode
  readonly children: ReactNode
}

/** The open span beside the views of its trace, with a link that closes it. */
export function SpanAside({ title, view, steps, children }: SpanAsideProps) {
  const close = (
    <Link to={writeTraceView({ ...view, span: undefined })} {...KEEP_SCROLL_POSITION} className="button">
      Close
    </Link>
  )
  return (
    <aside className="panel details" aria-label="Span">
      <div className="panel-head">
        <h2 className="break">{title}</h2>
        {steps === undefined ? (
          close
        ) : (
          <nav className="copyable" aria-label="Spans">
            {steps}
            {close}
          </nav>
        )}
      </div>
      {children}
    </aside>
  )
}
