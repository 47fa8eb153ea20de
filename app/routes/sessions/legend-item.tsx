import type { ReactNode } from 'react'

/** What a mark of a drawing means, in a list of the class `chart-legend`. */
export function LegendItem({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <li>
      <svg width="16" height="12" className="chart" fill="currentColor" aria-hidden="true">
        {children}
      </svg>
      {text}
    </li>
  )
}
