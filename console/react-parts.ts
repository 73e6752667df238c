import type { Plugin } from 'vite'

const FILE = /\/react-dom-client\.production\.js$/

/** Kinds of fibers that no page has: content from a server, lists of suspense, view transitions and activities. */
const UNUSED_TAGS = new Set<unknown>([18, 19, 30, 31])
const UNUSED_TYPES = new Set<unknown>([
  'REACT_ACTIVITY_TYPE',
  'REACT_LEGACY_HIDDEN_TYPE',
  'REACT_SUSPENSE_LIST_TYPE',
  'REACT_VIEW_TRANSITION_TYPE',
])
/** The uses of React that need what is cut: an import by its name, or a property of the whole of React. */
const USES =
  /\bimport\b[^;'"]*\b(?:Activity|ViewTransition|unstable_SuspenseList|hydrateRoot)\b[^;'"]*\bfrom\s*['"]react(?:-dom\/client)?['"]|\bReact\w*\.(?:Activity|ViewTransition|unstable_SuspenseList|hydrateRoot)\b/

/** These variables of React become true only where a page has such a fiber. */
const NEVER_TRUE = ['isHydrating', 'shouldStartViewTransition']

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

interface Cut {
  readonly start: number
  readonly end: number
  readonly text: string
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const nodesIn = (value: unknown): Node[] => [value].flat().filter(isNode)
const partsOf = (node: Node): Node[] => Object.values(node).flatMap(nodesIn)

const isTag = (node: unknown): boolean =>
  isNode(node) && node.type === 'MemberExpression' && isNode(node['property']) && node['property']['name'] === 'tag'

const isUnusedTag = (node: unknown): boolean => isNode(node) && UNUSED_TAGS.has(node['value'])

/** A comparison of a fiber's tag with an unused one. */
const comparesUnused = ({ type, left, right }: Node): boolean =>
  type === 'BinaryExpression' && ((isUnusedTag(left) && isTag(right)) || (isTag(left) && isUnusedTag(right)))

const LEAVES = new Set(['BreakStatement', 'ContinueStatement', 'ReturnStatement', 'ThrowStatement'])

/** True where the statements of a case never go on into the next case. */
function leaves(statements: readonly Node[]): boolean {
  const last = statements.at(-1)
  return last !== undefined && (LEAVES.has(last.type) || (last.type === 'BlockStatement' && leaves(partsOf(last))))
}

/** The names that statements declare for their whole function. */
const declaredIn = (node: Node): string[] => [
  ...(node.type === 'VariableDeclarator' && isNode(node['id']) ? [String(node['id']['name'])] : []),
  ...partsOf(node).flatMap(declaredIn),
]

/** The unused cases of a switch. One into which another case falls loses its label only, and declared names stay. */
function casesCut({ discriminant, cases }: Node): Cut[] {
  const isUnused = ({ test }: Node): boolean =>
    (isTag(discriminant) && isUnusedTag(test)) || (isNode(test) && UNUSED_TYPES.has(test['name']))
  let fallsIn = false
  return nodesIn(cases).flatMap((each) => {
    const statements = nodesIn(each['consequent'])
    const entered = fallsIn
    const cut = isUnused(each)
    fallsIn = (entered || !cut) && !leaves(statements)
    if (!cut) return []
    if (entered) return [{ start: each.start, end: statements[0]?.start ?? each.end, text: '' }]
    const declared = declaredIn(each)
    return [
      { start: each.start, end: each.end, text: declared.length === 0 ? '' : `case NaN: var ${declared.join()};` },
    ]
  })
}

/** The places of a syntax tree that are left out. `never` are the variables that no parameter hides. */
function cutsIn(node: Node, never: readonly string[]): Cut[] {
  const { start, end, type, left, right, id, init, params, name, operator } = node
  if (comparesUnused(node)) return [{ start, end, text: operator === '===' ? '!1' : '!0' }]
  if (type === 'Identifier') return never.includes(String(name)) ? [{ start, end, text: '!1' }] : []
  if (type === 'MemberExpression' && node['computed'] === false) return nodesIn(node['object']).flatMap(inside)
  if (type === 'VariableDeclarator')
    return nodesIn(isNode(id) && id.type === 'Identifier' ? init : [id, init]).flatMap(inside)
  if (type === 'AssignmentExpression' && isNode(left) && isNode(right) && never.includes(String(left['name']))) {
    return [{ start, end: right.start, text: '' }, ...inside(right)]
  }
  const hidden = new Set(nodesIn(params).map((each) => each['name']))
  const cuts = partsOf(node).flatMap((part) =>
    cutsIn(
      part,
      never.filter((each) => !hidden.has(each)),
    ),
  )
  return type === 'SwitchStatement' ? [...casesCut(node), ...cuts] : cuts

  function inside(part: Node): Cut[] {
    return cutsIn(part, never)
  }
}

/** Leaves the cuts out of the code. What lies within another cut goes with it. */
function without(code: string, cuts: readonly Cut[]): string {
  let at = 0
  const kept = cuts
    .toSorted((one, other) => one.start - other.start || other.end - one.end)
    .flatMap(({ start, end, text }) => {
      if (start < at) return []
      const before = code.slice(at, start)
      at = end
      return [before, text]
    })
  return [...kept, code.slice(at)].join('')
}

/**
 * Leaves out of React what no page uses, a tenth of its code: it takes over no page from a server, and has no view
 * transitions, activities and lists of suspense. A module that uses one of them fails the build.
 */
export const reactParts = (): Plugin[] => [refuseUses(), cutParts()]

function refuseUses(): Plugin {
  return {
    name: 'hongyan:react-uses',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: { exclude: /\/react(?:-dom)?\// }, code: USES },
      handler(_, id) {
        this.error(`${id} uses a part of React that react-parts.ts leaves out`)
      },
    },
  }
}

function cutParts(): Plugin {
  return {
    name: 'hongyan:react-parts',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: FILE },
      handler(code) {
        const names = [...NEVER_TRUE, ...[...UNUSED_TYPES].map(String)]
        const missing = names.filter((name) => !code.includes(name))
        if (missing.length > 0) this.error(`React has no ${missing.join(', ')} any more`)
        return {
          code: without(
            code,
            nodesIn(this.parse(code)).flatMap((tree) => cutsIn(tree, NEVER_TRUE)),
          ),
          map: null,
        }
      },
    },
  }
}
