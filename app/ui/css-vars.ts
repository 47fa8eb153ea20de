import type { CSSProperties } from 'react'

/** A style of CSS custom properties, which React's own type does not know. */
export type CssVars = CSSProperties & Readonly<Record<`--${string}`, string | number>>
