/** Whether single-key shortcuts are on: users of speech input can switch them off. Stored in the browser. */

const STORAGE_KEY = 'errata.letter-keys'

/** True unless they were switched off, or if the browser's storage is unavailable. */
export function hasSingleKeyShortcuts(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off'
  } catch {
    return true
  }
}

export function setSingleKeyShortcuts(on: boolean): void {
  try {
    if (on) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, 'off')
  } catch {
    // Without storage the setting cannot change.
  }
}
