/** Whether single-key shortcuts are on: users of speech input can switch them off. Stored in the browser. */

const NAME = 'errata.letter-keys'

/** True unless they were switched off, or if the browser's storage is unavailable. */
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
    // Without storage the setting cannot change.
  }
}
