import { useState } from 'react'
import { Dialog } from './dialog.tsx'
import { hasSingleKeyShortcuts, setSingleKeyShortcuts } from './single-key-shortcuts.ts'

const SHORTCUTS: readonly (readonly [keys: readonly string[], effect: string])[] = [
  [['/', '⌘ K'], 'Search'],
  [['j', 'k'], 'Next, previous row'],
  [['Enter'], 'Open row'],
  [['x', 'Shift X'], 'Select row, range'],
  [['e', 'Shift E'], 'Resolve, resolve in …'],
  [['m'], 'Mute'],
  [['a', 'i'], 'Assign, assign to me'],
  [['.'], 'More actions'],
  [['u'], 'Undo'],
  [['[', ']'], 'Previous, next event'],
  [['w'], 'Latest affected user'],
  [['1', '5'], 'Views of a trace, first to last'],
  [['f', 'Shift F'], 'Next, previous failed span'],
  [['↓', '↑'], 'Next, previous span'],
  [['→', '←'], 'Expand, collapse span'],
  [['Shift ↓', 'Shift ↑'], 'Last, first span'],
  [[']', '['], 'Expand, collapse all spans'],
  [['+', '-', '0'], 'Zoom in, out, whole time'],
  [['Shift →', 'Shift ←'], 'Pan in time'],
  [['Esc'], 'Close, leave field'],
  [['?'], 'Keyboard shortcuts'],
]

/** A dialog with all keyboard shortcuts. */
export default function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const [letters, setLetters] = useState(hasSingleKeyShortcuts)
  return (
    <Dialog label="Keyboard shortcuts" className="shortcut-sheet" onClose={onClose}>
      <h2>Keyboard shortcuts</h2>
      <dl className="facts">
        {SHORTCUTS.map(([keys, effect]) => (
          <div key={effect}>
            <dt>
              {keys.map(key => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <label>
        <input
          type="checkbox"
          checked={letters}
          onChange={({ target }) => {
            setSingleKeyShortcuts(target.checked)
            setLetters(hasSingleKeyShortcuts())
          }}
        />
        Single-key shortcuts
      </label>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </Dialog>
  )
}
