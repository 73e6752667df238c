export { MessageStep } from './message/message-step.tsx'
export { ReviewStep } from './review/review-step.tsx'
export { WhenStep } from './when/when-step.tsx'
