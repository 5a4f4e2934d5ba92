export type { Attempt } from './attempt-delivery.ts';
export { createTargetCheck } from './create-target-check.ts';
export { createDeliverer, type Deliverer, type DelivererOptions } from './create-deliverer.ts';
export { batchDeliveryFor, deliveryFor, monitorDeliveryFor, type Outcome } from './delivery-for.ts';
export { createSendMail, type MailServer, type SendMail } from './notify/create-send-mail.ts';
export { notificationsFor } from './notify/notifications-for.ts';
export { nextAttemptAt, readRetryAfter, retryDelaysMs } from './retry-schedule.ts';
export { webhookHeaders } from './webhook-headers.ts';
