import type { Upstream } from '@hongyan/contract/endpoints/messaging/upstreams'
import { type ProviderField, providers } from '@hongyan/contract/upstreams/providers'
import type { ManagedProvider } from '@hongyan/contract/vocabulary/upstream'
import { useText } from '../../../../i18n/text.ts'
import { TextField } from '../../../../ui/field.tsx'
import { TextArea } from '../../../../ui/text-area.tsx'
import { useContractText } from '../labels.ts'
import { inputOf } from './draft.ts'

interface FieldProps {
  field: ProviderField
  /** The stored value; of a secret asterisks and its last three characters. */
  stored: string | undefined
}

/** One field. A stored secret stays unless another is typed, and the field shows its end. */
function CredentialField({ field, stored = '' }: FieldProps) {
  const t = useText()
  const words = useContractText()
  const { name, secret, optional = false, multiline = false } = field
  const label = optional ? t('upstreams.optional', { label: words(field.label) }) : words(field.label)
  const keeps = secret && stored !== ''
  const shared = {
    name: inputOf(name),
    label,
    ...(keeps ? { placeholder: stored, hint: t('upstreams.keepSecret') } : {}),
    defaultValue: secret ? '' : stored,
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
  }
  // The file of a key is pasted as lines, which a browser's password field would join.
  if (multiline) return <TextArea {...shared} rows={4} className="font-mono text-xs!" />
  return <TextField {...shared} {...(secret && { type: 'password', autoComplete: 'new-password' })} />
}

interface CredentialFieldsProps {
  provider: ManagedProvider
  stored: Upstream['credentials']
}

/** The credentials that a provider asks for, under the names of its own console. */
export function CredentialFields({ provider, stored }: CredentialFieldsProps) {
  return providers[provider].fields.map((field) => (
    <div key={`${provider}-${field.name}`} className={field.multiline ? 'sm:col-span-2' : ''}>
      <CredentialField field={field} stored={stored.find(({ name }) => name === field.name)?.value} />
    </div>
  ))
}
