import { useText } from '../i18n/text.ts'
import { Controls } from './controls.tsx'
import { Files } from './files.tsx'
import { Layers } from './layers.tsx'
import { List } from './list.tsx'
import { Menu } from './menu.tsx'
import { Pieces } from './pieces.tsx'
import { States } from './states.tsx'
import { Tokens } from './tokens.tsx'

/** Every component in both themes side by side, for development and screenshot tests. */
export function KitPage() {
  const t = useText()
  return (
    <main className="grid lg:grid-cols-2">
      <h1 className="sr-only">{t('kit.title')}</h1>
      {(['light', 'dark'] as const).map((scheme) => (
        <div key={scheme} style={{ colorScheme: scheme }} className="min-w-0 bg-page px-4 py-8 text-ink sm:px-8">
          <Controls scheme={scheme} />
          <Files scheme={scheme} />
          <States />
          <Pieces />
          <List />
          <Layers />
          <Menu />
          <Tokens />
        </div>
      ))}
    </main>
  )
}
