import { type AccountId, TemplateId } from '@hongyan/contract/ids'
import { publicTemplates } from '@hongyan/contract/senders/public-templates'
import type { TemplateVariable } from '@hongyan/contract/vocabulary/template'
import type { MappingKind } from '@hongyan/contract/vocabulary/upstream'
import { statement, type Tx } from '../../../../db/tx.ts'

/** A signature or template of the account, or a public template. */
export interface Local {
  readonly name: string
  /** The names of a template's variables. */
  readonly variables: readonly string[]
}

const SIGNATURE = statement('signature.name', 'select name from signature where account_id = $1 and id = $2')

/** The version that messages use, or else the newest. */
const TEMPLATE = statement(
  'template.variables',
  `select v.name, v.variables from template t join template_version v on v.account_id = t.account_id and v.template_id = t.id
    and (v.version = t.serving or (t.serving is null and v.is_newest))
   where t.account_id = $1 and t.id = $2`,
)

interface Row {
  readonly name: string
  readonly variables?: readonly TemplateVariable[]
}

const localOf = ({ name, variables = [] }: Row): Local => ({ name, variables: variables.map((one) => one.name) })

/** Finds the record that a mapping is of; null where the account has no such record. */
export async function findLocal(db: Tx, account: AccountId, kind: MappingKind, local: string): Promise<Local | null> {
  const shared = kind === 'template' ? publicTemplates.find(({ id }) => id === local) : undefined
  if (shared !== undefined) return localOf(shared)
  if (!TemplateId.safeParse(local).success) return null
  const [row] = await db.run<Row>(kind === 'template' ? TEMPLATE : SIGNATURE, [account, local])
  return row === undefined ? null : localOf(row)
}

/** True where the names are those of the template, each once, in any order. */
export const areVariables = ({ variables }: Local, names: readonly string[]): boolean =>
  names.length === variables.length && variables.every((name) => names.includes(name))
