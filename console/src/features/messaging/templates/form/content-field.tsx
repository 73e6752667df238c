import { templates as limits } from '@hongyan/contract/limits/senders'
import { piecesOf } from '@hongyan/contract/senders/content'
import { type VariableType, variableTypes } from '@hongyan/contract/vocabulary/template'
import { Braces } from 'lucide-react'
import { Fragment, useId, useRef } from 'react'
import { useText } from '../../../../i18n/text.ts'
import { buttonLooks } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { MenuButton } from '../../../../ui/menu.tsx'
import { typeLabels } from '../labels.ts'
import type { Composed } from './composed.ts'
import { FieldFindings, useIsRefused } from './field-findings.tsx'
import { type FieldFinding, useTemplateForm } from './form-context.ts'
import { Ruler } from './ruler.tsx'
import { freeName, newVariable, variablesOf } from './variables.ts'

/** The text area and the marks behind it break their lines alike. */
const lines = 'col-start-1 row-start-1 min-h-24 px-3 py-2.5 text-md/7 wrap-anywhere whitespace-pre-wrap sm:text-base/7'

/** More characters than these are another script, in which none is marked. */
const MARKED = 4

/** The ruler names the characters that force Unicode, with a button that replaces them. */
const isInRuler = ({ rule }: FieldFinding): boolean => rule === 'unicode-character'

/** Boxes around the variables and the characters that force Unicode, in the places that they have in the text area. */
function Marks({ content, forcing }: { content: string; forcing: Composed['forcing'] }) {
  const marked = forcing.length > MARKED ? [] : forcing.map(({ character }) => character)
  return (
    <div aria-hidden className={cx(lines, 'text-transparent select-none')}>
      {piecesOf(content).map((piece) =>
        'variable' in piece ? (
          <span
            key={piece.from}
            className="rounded-sm bg-fill-strong ring-1 ring-line-strong"
          >{`{${piece.variable}}`}</span>
        ) : (
          <Fragment key={piece.from}>
            {Array.from(piece.text, (character, at) =>
              marked.includes(character) ? (
                <span key={at} className="rounded-sm bg-warn-soft ring-1 ring-warn-line">
                  {character}
                </span>
              ) : (
                character
              ),
            )}
          </Fragment>
        ),
      )}
      {/* A last empty line has a height in the text area only with a character after it. */}
      {'\u200b'}
    </div>
  )
}

/** The text with its variables, and its parts below it while it is typed. */
export function ContentField({ composed }: { composed: Composed }) {
  const t = useText()
  const id = useId()
  const { form, change } = useTemplateForm()
  const area = useRef<HTMLTextAreaElement>(null)
  const refused = useIsRefused('content')
  const { content, variables } = form

  function insert(type: VariableType) {
    const name = freeName(
      type,
      variables.map((variable) => variable.name),
    )
    const from = area.current?.selectionStart ?? content.length
    const to = area.current?.selectionEnd ?? content.length
    const changed = `${content.slice(0, from)}{${name}}${content.slice(to)}`
    change({ content: changed, variables: variablesOf(changed, [...variables, newVariable(name, type)]) })
  }

  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-medium">
          {t('templates.content')}
        </label>
        <span className="text-xs text-ink-3 tabular-nums">
          {t('templates.characters', { count: Array.from(composed.text).length, max: limits.contentMax })}
        </span>
      </div>
      <div
        className={cx(
          'rounded-md border bg-raised has-[textarea:focus]:border-focus has-[textarea:focus]:ring-3 has-[textarea:focus]:ring-focus/22',
          refused ? 'border-bad-dot' : 'border-control',
        )}
      >
        <div className="flex flex-wrap items-center gap-x-3 border-b border-line px-1.5 py-1">
          <MenuButton
            label={t('templates.insert')}
            groups={[
              {
                items: variableTypes.map((type) => ({ id: type, title: t(typeLabels[type]), act: () => insert(type) })),
              },
            ]}
            className={buttonLooks('ghost', 'row')}
          >
            <span className="inline-flex items-center gap-1.5">
              <Icon of={Braces} size={14} />
              {t('templates.insert')}
            </span>
          </MenuButton>
          <span className="text-xs text-ink-3 max-sm:hidden">{t('templates.insertHint')}</span>
        </div>
        <div className="grid">
          <Marks content={content} forcing={composed.forcing} />
          <textarea
            ref={area}
            id={id}
            name="content"
            lang={form.language}
            value={content}
            aria-invalid={refused || undefined}
            aria-describedby={`${id}-ruler`}
            onChange={({ target }) => change({ content: target.value })}
            className={cx(lines, 'relative resize-none overflow-hidden bg-transparent outline-none')}
          />
        </div>
        <div id={`${id}-ruler`} className="border-t border-line">
          <Ruler composed={composed} onReplace={(plain) => change({ content: plain })} />
        </div>
      </div>
      <FieldFindings field="content" except={isInRuler} />
    </div>
  )
}
