/** Whether single-key shortcuts are on: users of speech input can switch them off. Stored in the browser. */

const NAME = 'errata.letter-keys'

/** True where they were not switched off, or where the browser does not say. */
export function hasSingleKeyShortcuts(): boolean {
  try {
    return localStorage.getItem(NAME) !== 'off'
  } catch {
    return true
  }
}

export function setSingleKeyShortcuts(on: boolean): void {
  try {
    if (on) localStorage.removeItem(NAME)
    else localStorage.setItem(NAME, 'off')
  } catch {
    // A browser that stores nothing leaves them as they are.
  }
}
