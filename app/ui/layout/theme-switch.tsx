import { Form, useLocation } from 'react-router'
import { MoonIcon, SunIcon, SystemIcon } from '../elements/icons.tsx'

const THEMES = { system: SystemIcon, light: SunIcon, dark: MoonIcon } as const

export type Theme = keyof typeof THEMES

/** True for the name of a theme. */
export function isTheme(text: string): text is Theme {
  return Object.hasOwn(THEMES, text)
}

/** Chooses light, dark or the system's theme. The server stores it, so that pages have their colours at once. */
export function ThemeSwitch({ theme }: { readonly theme: Theme }) {
  const { pathname, search } = useLocation()
  return (
    <Form method="post" action="/theme" className="theme-switch" aria-label="Theme" preventScrollReset replace>
      <input type="hidden" name="back" value={pathname + search} />
      {Object.entries(THEMES).map(([name, Picture]) => (
        <button
          key={name}
          type="submit"
          name="theme"
          value={name}
          aria-pressed={name === theme}
          title={`${name} theme`}
        >
          <Picture />
          <span className="visually-hidden">{name} theme</span>
        </button>
      ))}
    </Form>
  )
}
