import bash from 'highlight.js/lib/languages/bash'
import csharp from 'highlight.js/lib/languages/csharp'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import { createLowlight } from 'lowlight'
import type { Language } from '../../../lib/samples/languages.ts'

const lowlight = createLowlight({ curl: bash, node: javascript, json, python, go, php, java, csharp })

export type CodeLanguage = Language | 'json'

/** Splits code into pieces with the classes of highlight.js, as a syntax tree of HTML. */
export const highlight = (language: CodeLanguage, code: string) => lowlight.highlight(language, code)

export type Highlight = typeof highlight
