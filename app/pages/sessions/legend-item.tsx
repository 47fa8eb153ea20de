import type { ReactNode } from 'react'

interface LegendItemProps {
  readonly text: string
  readonly children: ReactNode
}

/** What a mark of a drawing means. */
export function LegendItem({ text, children }: LegendItemProps) {
  return (
    <>
      <span className="nowrap">
        <svg width="16" height="12" className="chart" fill="currentColor" aria-hidden="true">
          {children}
        </svg>
        {text}
      </span>
      {' \u2002'}
    </>
  )
}
