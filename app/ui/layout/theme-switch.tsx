import { MoonIcon, SunIcon, SystemIcon } from '../controls/icons.tsx'

const THEMES = { system: SystemIcon, light: SunIcon, dark: MoonIcon } as const

export type Theme = keyof typeof THEMES

/** True for the name of a theme. */
export function isTheme(text: string): text is Theme {
  return Object.hasOwn(THEMES, text)
}

/**
 * Chooses light, dark or the system's theme. The server stores it, so that pages have their colours at once. The buttons
 * stand in another form than their own.
 */
export function ThemeSwitch({ theme }: { readonly theme: Theme }) {
  return (
    <fieldset aria-label="Theme">
      {Object.entries(THEMES).map(([name, Picture]) => (
        <button
          key={name}
          type="submit"
          form="theme"
          name="theme"
          value={name}
          aria-pressed={name === theme}
          title={`${name} theme`}
        >
          <Picture />
        </button>
      ))}
    </fieldset>
  )
}
