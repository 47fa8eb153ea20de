import { ScopedLink } from '../../ui/links/scoped-link.tsx'

export interface ScopedPath {
  readonly text: string
  readonly to: string
}

interface RecordLinksProps {
  readonly links: readonly ScopedPath[]
  /** True if a narrow screen has room for each, not for the first alone. @default false */
  readonly areAll?: boolean
}

/** Where a row leads besides its record. */
export function RecordLinks({ links, areAll = false }: RecordLinksProps) {
  return links.map(({ text, to }, index) => (
    <ScopedLink key={to} to={to} title={text} className={index > 0 ? `beside ${areAll ? '' : 'wide-only'}` : undefined}>
      {text}
    </ScopedLink>
  ))
}
