#!/usr/bin/env node
/**
 * The adapter of this implementation. Its arguments are choices at the open rules: see `choices.js`.
 */

import { choose } from './choices.js';
import { operations as eventPartitions } from './event_partitions.js';
import { operations as indexKey } from './index_key/operations.js';
import { operations as partitionKey } from './partition_key.js';
import { operations as partitionStatus } from './partition_status.js';
import { serve } from './proofmark_adapter.js';
import { operations as taskId } from './task_id.js';

process.argv.slice(2).forEach(choose);

await serve({
  name: 'proofmark-node',
  version: '0.1.0',
  operations: { ...partitionKey, ...taskId, ...partitionStatus, ...eventPartitions, ...indexKey },
});
