import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly title: string
  /** Heading level of the title. @default 2 */
  readonly level?: 2 | 3
  readonly children?: ReactNode
}

/** Shown instead of rows: what it means that there are none, and what to do. */
export function EmptyState({ title, level = 2, children }: EmptyStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className="panel empty">
      <Heading>{title}</Heading>
      {children}
    </div>
  )
}
