import type { ReactNode } from 'react'

interface PartProps {
  readonly name: string
  /** Uses the full width of the page. */
  readonly wide?: boolean
  readonly children: ReactNode
}

/** A component with its name. */
export function ComponentExample({ name, wide = false, children }: PartProps) {
  const id = name.toLowerCase()
  return (
    <section aria-labelledby={id} className={wide ? 'wide' : undefined}>
      <h2 id={id}>{name}</h2>
      {children}
    </section>
  )
}
