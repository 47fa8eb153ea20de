import type { ReactNode } from 'react'

/** Icons on a grid of 16, in the colour of the text beside them, which has their meaning. */
function Icon({ children }: { readonly children: ReactNode }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      {children}
    </svg>
  )
}

/** Errata's logo: a waterfall that is an E. */
export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 16 16" aria-hidden="true">
      <rect width="16" height="16" rx="4" />
      <path d="M4 4.5h8M4 8h5M7 11.5h5" />
    </svg>
  )
}

export const SearchIcon = () => (
  <Icon>
    <circle cx="7" cy="7" r="4.25" />
    <path d="m10.25 10.25 3.25 3.25" />
  </Icon>
)

export const SunIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="2.75" />
    <path d="M8 1.5v1.5M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M3.4 12.6l1.1-1.1M11.5 4.5l1.1-1.1" />
  </Icon>
)

export const MoonIcon = () => (
  <Icon>
    <path d="M13.25 9.5A5.75 5.75 0 0 1 6.5 2.75a5.75 5.75 0 1 0 6.75 6.75Z" />
  </Icon>
)

export const SystemIcon = () => (
  <Icon>
    <rect x="1.75" y="2.75" width="12.5" height="8.5" rx="1.5" />
    <path d="M5.5 13.75h5M8 11.25v2.5" />
  </Icon>
)
