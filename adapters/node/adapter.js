#!/usr/bin/env node
/**
 */

import { serve } from './proofmark_adapter.js';


await serve({
  name: 'proofmark-node',
  version: '0.1.0',
  operations: {},
});
