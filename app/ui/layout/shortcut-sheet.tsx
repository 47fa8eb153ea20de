import { useState } from 'react'
import { Dialog } from './dialog.tsx'
import { hasSingleKeyShortcuts, setSingleKeyShortcuts } from './single-key-shortcuts.ts'

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['/', '⌘ K'], 'Look up, or go to a page'],
  [['j', 'k'], 'Next, previous row of a list'],
  [['Enter'], 'Open the row'],
  [['x', 'Shift X'], 'Select the row, where rows have boxes; all to here'],
  [['e', 'Shift E'], 'Resolve issues: the page’s, the selected, or the row’s; choose as of when'],
  [['m'], 'Mute issues'],
  [['a', 'i'], 'Assign issues, to me'],
  [['u'], 'Undo what was just done to issues'],
  [['[', ']'], 'Newer, older exception of an issue'],
  [['↓', '↑'], 'Next, previous span of a trace'],
  [['→', '←'], 'Show, fold away what a span called'],
  [['Esc'], 'Close what is open, leave a field'],
  [['?'], 'These keys'],
]

/** Which keys there are. */
export default function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const [letters, setLetters] = useState(hasSingleKeyShortcuts)
  return (
    <Dialog label="Keys" className="key-sheet" onClose={onClose}>
      <h2>Keys</h2>
      <dl className="facts">
        {KEYS.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map(key => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
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
        Keys of one character; ⌘ K and arrows work without
      </label>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </Dialog>
  )
}
