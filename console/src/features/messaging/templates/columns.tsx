import type { Template } from '@hongyan/contract/endpoints/messaging/templates'
import { useText } from '../../../i18n/text.ts'
import { useMedia } from '../../../ui/media.ts'
import { Moment } from '../../../ui/moment.tsx'
import type { Column } from '../../../ui/table.tsx'
import { CodeCell, ContentCell, NameLink, PartsCell, SenderCell, StatusCell, UseCell } from './cells.tsx'
import { sceneLabels, useLanguageName } from './labels.ts'
import { RowMenu } from './row-menu.tsx'

export function SceneText({ template: { scene } }: { template: Template }) {
  const t = useText()
  return <span className="whitespace-nowrap">{t(sceneLabels[scene])}</span>
}

export function LanguageText({ template: { language } }: { template: Template }) {
  const nameOf = useLanguageName()
  return <span className="whitespace-nowrap">{nameOf(language)}</span>
}

const name: Column<Template> = {
  title: 'templates.nameAndCode',
  cell: (row) => (
    <span className="grid max-w-48 min-w-32 justify-items-start gap-0.5 py-2">
      <NameLink template={row} />
      <CodeCell template={row} />
    </span>
  ),
  fixed: true,
  bar: 120,
}
const scene: Column<Template> = {
  title: 'templates.sceneAndLanguage',
  cell: (row) => (
    <span className="grid gap-0.5">
      <SceneText template={row} />
      <span className="text-xs text-ink-3">
        <LanguageText template={row} />
      </span>
    </span>
  ),
  bar: 72,
}
const content: Column<Template> = {
  title: 'templates.content',
  cell: (row) => <ContentCell template={row} />,
  bar: 240,
}
const parts: Column<Template> = {
  title: 'templates.parts',
  cell: (row) => <PartsCell template={row} />,
  end: true,
  bar: 24,
}
const sender: Column<Template> = { title: 'templates.sender', cell: (row) => <SenderCell template={row} />, bar: 56 }
const status: Column<Template> = {
  title: 'templates.statusAndVersion',
  cell: (row) => <StatusCell template={row} />,
  bar: 96,
}
const use: Column<Template> = {
  title: 'templates.sent',
  rare: true,
  cell: (row) => <UseCell template={row} />,
  end: true,
  bar: 40,
}
const updated: Column<Template> = {
  title: 'templates.updated',
  cell: (row) => <Moment at={row.updated_at} />,
  bar: 56,
}
const created: Column<Template> = {
  title: 'templates.created',
  cell: (row) => <Moment at={row.created_at} />,
  sort: 'created_at',
  rare: true,
  bar: 56,
}
const menu: Column<Template> = {
  title: 'ui.actions',
  cell: (row) => <RowMenu template={row} />,
  end: true,
  quiet: true,
  bar: 24,
}

const wide = [name, scene, content, parts, sender, status, use, updated, created, menu]
const medium = [name, content, parts, status, menu]

/** The columns that fit beside the menu. */
export const useColumns = (): readonly Column<Template>[] => (useMedia('(min-width: 1180px), print') ? wide : medium)
